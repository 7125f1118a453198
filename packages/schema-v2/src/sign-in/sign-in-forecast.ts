// How many people are able to sign in, by what, and why the others are not: the sum of their outlooks.
import { signInOutlook } from './sign-in-outlook.ts'
import type { ForecastPerson, OrganizationSituation, SignInReason, SignInWay } from './sign-in-outlook.ts'

/** How many people are able to sign in. A person with several ways counts in each of them. */
export interface SignInForecast<TWay extends string = SignInWay, TReason extends string = SignInReason> {
  readonly people: number
  readonly able: number
  readonly unable: number
  readonly by: Counted<TWay>
  readonly reasons: Counted<TReason>
}

type Counted<TName extends string> = Readonly<Partial<Record<TName, number>>>

/** The forecast of one organization. */
export interface OrganizationForecast extends SignInForecast {
  readonly orgId: string
}

/** @returns the sum of forecasts */
export function sumForecasts<TWay extends string, TReason extends string>(
  forecasts: readonly SignInForecast<TWay, TReason>[],
): SignInForecast<TWay, TReason> {
  const sum = (member: 'people' | 'able' | 'unable'): number => forecasts.reduce((all, each) => all + each[member], 0)
  return {
    people: sum('people'),
    able: sum('able'),
    unable: sum('unable'),
    by: added(forecasts.map(({ by }) => by)),
    reasons: added(forecasts.map(({ reasons }) => reasons)),
  }
}

function added<TName extends string>(counts: readonly Counted<TName>[]): Counted<TName> {
  const sum: Partial<Record<TName, number>> = {}
  for (const count of counts) for (const name of Object.keys(count) as TName[]) sum[name] = (sum[name] ?? 0) + (count[name] ?? 0)
  return sum
}

/** Counts people by their outlook. */
export class SignInTally {
  #people = 0
  #able = 0
  readonly #by: Partial<Record<SignInWay, number>> = {}
  readonly #reasons: Partial<Record<SignInReason, number>> = {}

  /** @param times the number of people who are as this one */
  count(person: ForecastPerson, situation: OrganizationSituation, times = 1): void {
    const outlook = signInOutlook(person, situation)
    this.#people += times
    if ('reason' in outlook) {
      this.#reasons[outlook.reason] = (this.#reasons[outlook.reason] ?? 0) + times
      return
    }
    this.#able += times
    for (const way of outlook.ways) this.#by[way] = (this.#by[way] ?? 0) + times
  }

  /** @returns what was counted */
  forecast(): SignInForecast {
    return { people: this.#people, able: this.#able, unable: this.#people - this.#able, by: this.#by, reasons: this.#reasons }
  }
}
