// What makes two spellings of a text one name: width, case, ligatures and the composition of letters.
// https://www.rfc-editor.org/rfc/rfc8265#section-3.3 (UsernameCaseMapped)

/** Such characters are composed already. Most names have no others, and for them the form takes a third of the time. */
const printableAscii = /^[ -~]*$/

/** @returns the text compatibility-composed, in lower case, and without surrounding space; a prefix stays a prefix */
export function foldName(name: string): string {
  if (printableAscii.test(name)) return name.toLowerCase().trim()
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}

const imitable = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]

/** Whether the text has letters of several scripts whose letters look alike. https://www.unicode.org/reports/tr39/#Mixed_Script_Detection */
export function mixesScripts(text: string): boolean {
  return imitable.filter((script) => script.test(text)).length > 1
}
