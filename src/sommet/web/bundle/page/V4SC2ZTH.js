var t=document.documentElement.dataset.root??"./";export{t as a};
