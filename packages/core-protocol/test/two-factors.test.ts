// What a request asks of the strength of a sign-in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimRequest, Prompt, TwoFactorDemand } from '../src/index.ts'
import { twoFactorsOf } from '../src/authorization/two-factors.ts'

interface Row {
  readonly title: string
  readonly acrValues?: string
  readonly acr?: ClaimRequest | null
  readonly prompt?: readonly Prompt[]
  readonly demand: TwoFactorDemand | undefined
}

const rows: readonly Row[] = [
  { title: 'nothing', demand: undefined },
  { title: 'acr_values=2', acrValues: '2', demand: 'voluntary' },
  { title: 'acr_values=1', acrValues: '1', demand: undefined },
  { title: 'the preferred value', acrValues: '1 2', demand: undefined },
  { title: 'an unknown value before a known one', acrValues: 'urn:mace:incommon:iap:silver 2', demand: 'voluntary' },
  { title: 'a wish together with prompt=none', acrValues: '2', prompt: ['none'], demand: undefined },
  { title: 'an essential claim', acr: { essential: true, value: '2' }, demand: 'essential' },
  { title: 'an essential claim together with prompt=none', acr: { essential: true, values: ['2'] }, prompt: ['none'], demand: 'essential' },
  { title: 'an essential claim that one factor satisfies', acr: { essential: true, values: ['2', '1'] }, demand: 'voluntary' },
  { title: 'an essential claim without a value', acr: { essential: true }, demand: undefined },
  { title: 'a claim that is not essential', acr: { value: '2' }, demand: 'voluntary' },
  { title: 'a claim without members', acr: null, acrValues: '2', demand: 'voluntary' },
]

for (const { title, acrValues, acr, prompt = [], demand } of rows) {
  test(`${title}: ${demand ?? 'no'} demand for two factors`, () => {
    assert.equal(twoFactorsOf(acrValues, acr === undefined ? undefined : { id_token: { acr } }, prompt), demand)
  })
}
