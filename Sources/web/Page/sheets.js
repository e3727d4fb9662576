// On a narrow page: what lies below the lanes comes from below, one sheet at a time. Where it is wide there are no
// sheets: then all of it has its place, and these words do nothing.

const sheets = {
  names: [["why", "why"], ["events", "events"], ["others", "others"], ["figures", "figures"], ["edit", "change"]],
  isNarrow: matchMedia("(max-width: 820px)"),

  prepare() {
    for (const [id, words] of this.names) {
      byID(id).classList.add("in-sheet");
      const button = made("button", { type: "button", textContent: words, "aria-controls": id, "aria-expanded": "false" });
      button.addEventListener("click", () => this.turn(this.shown === id ? undefined : id));
      byID("sheets").append(button);
    }
  },

  // Shows this sheet alone, or none.
  turn(shown) {
    const left = this.shown;
    this.shown = shown;
    for (const button of byID("sheets").children) {
      const id = button.getAttribute("aria-controls");
      if (!shown && id === left && byID(id).contains(document.activeElement)) button.focus();
      button.setAttribute("aria-expanded", String(id === shown));
      byID(id).classList.toggle("is-open", id === shown);
    }
    document.body.classList.toggle("has-sheet", shown !== undefined);
    if (!shown || !this.isNarrow.matches) return;
    byID("lanes").scrollIntoView();
    byID(shown).focus({ preventScroll: true });
  },

  // What is about to be used must be in sight.
  show(id) { if (this.isNarrow.matches && this.shown !== id) this.turn(id); },
};
