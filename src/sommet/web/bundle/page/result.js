import{a,b,c,d,e,f}from"./MIC643C4.js";import"./57VRULLK.js";import"./OC5ZXRRL.js";export{f as ResultCard,c as explainResult,b as headline,a as isWinner,e as showFigures,d as sidesOf};
