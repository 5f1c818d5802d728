import{a,b,c,d,e,f}from"./4W4EZOTJ.js";import"./YRU3NII6.js";import"./ALGARX6C.js";export{f as ResultCard,c as explainResult,b as headline,a as isWinner,e as showFigures,d as sidesOf};
