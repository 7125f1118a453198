// Plural forms by the rules of a language: English has two, Polish four, Japanese one.
// https://cldr.unicode.org/index/cldr-spec/plural-rules

/** The forms of a phrase. A language without that category uses `other`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Returns a function that chooses the form of a phrase for a count. The rules are loaded when it is first called. */
export function pluralOf(language: string): (count: number, forms: PluralForms) => string {
  let rules: Intl.PluralRules | undefined
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language)
    return forms[rules.select(count)] ?? forms.other
  }
}
