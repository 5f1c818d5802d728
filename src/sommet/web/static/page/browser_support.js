/** Says so when this browser cannot show the boards. Any browser reads this: nothing modern here. */

(function () {
  var needed = "noModule" in document.createElement("script") && window.customElements &&
    window.WebSocket && window.IntersectionObserver && window.HTMLDialogElement && window.DOMPoint;
  var words = document.getElementById("unsupported");
  if (words && !needed) words.hidden = false;
})();
