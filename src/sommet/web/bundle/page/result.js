import{a,b,c,d,e,f}from"./XJYLCT6N.js";import"./YRU3NII6.js";import"./OC5ZXRRL.js";export{f as ResultCard,c as explainResult,b as headline,a as isWinner,e as showFigures,d as sidesOf};
