import{b as r}from"./TRAJ6SBV.js";var a=[...document.querySelectorAll("a[hreflang]")],n=r(a.map(({hreflang:e})=>e));location.replace(a.find(({hreflang:e})=>e===n)?.href??"");
