// The texts of the pages. A language with a missing or an unknown text does not compile.

/** All texts of one language. */
export interface Texts {
  readonly code: {
    readonly title: string
    readonly lead: string
    readonly label: string
    readonly help: string
    readonly submit: string
    readonly errors: { readonly wrong_code: string; readonly too_many_codes: string }
  }
  readonly request: {
    readonly title: string
    readonly lead: (application: string) => string
    /** Asks to compare the code above with the code on the device. */
    readonly compare: string
    readonly facts: {
      readonly application: string
      readonly organization: string
      readonly account: string
      readonly origin: string
      readonly unknownOrigin: string
      readonly time: string
      /** @param minutes 0 to 5 */
      readonly minutesAgo: (minutes: number) => string
    }
    readonly scopes: {
      readonly heading: string
      readonly names: {
        readonly openid: string
        readonly profile: string
        readonly email: string
        readonly phone: string
        readonly address: string
        readonly offline_access: string
      }
    }
    readonly warning: string
    /** In place of `warning`, where the request comes from another network. */
    readonly elsewhere: string
    readonly allow: string
    readonly deny: string
  }
  readonly decided: { readonly [decision in 'approved' | 'denied']: { readonly title: string; readonly next: string } }
}
