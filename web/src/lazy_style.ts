// Styles that come with the script of one page instead of with the first load.

/** Adds the styles of a page that has just been loaded. */
export function adopt(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
