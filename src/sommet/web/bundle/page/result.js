import{a,b,c,d,e,f}from"./6H4ZQEEI.js";import"./YRU3NII6.js";import"./JTRYREN3.js";export{f as ResultCard,c as explainResult,b as headline,a as isWinner,e as showFigures,d as sidesOf};
