/** The rules of `state` and `zip`, which every address of the interface has alike and which hang on `country`. */
import { isCountry } from './countries'
import type { Condition } from './conditions'
import type { Reading } from './reading'
import { text } from './values'

type Address = { country?: string; state?: string; zip?: string }

/** `state` and `zip` by themselves; their rules are in {@link addressConditions}. */
export const stateAndZip = {
  /** Two letters, and only where the country is US or CA. */
  state: text().optional(),
  /** NNNNN or NNNNN-NNNN where the country is US; anything elsewhere. */
  zip: text().optional(),
}

/**
 * Interface: “Customer”, `billing_address`, `customer` (checkout). An address without a country takes no state.
 * That the country has states is judged first: two letters do not mend a state that must not be sent.
 */
export const addressConditions = ({ countriesWithState }: Reading): Condition<Address>[] => {
  const takesState = (country = '') => countriesWithState.includes(country)
  return [
    {
      path: ['state'],
      reads: [['state'], ['country']],
      message: 'only_for_us_ca',
      broken: ({ country, state }) => state !== undefined && !takesState(country),
    },
    {
      path: ['state'],
      reads: [['state']],
      message: 'invalid_state',
      broken: ({ country, state }) =>
        state !== undefined && !/^[A-Za-z]{2}$/.test(state) && (takesState(country) || !isKnown(country)),
    },
    {
      path: ['zip'],
      reads: [['zip']],
      message: 'invalid_us_zip',
      broken: ({ country, zip }) => country === 'US' && zip !== undefined && !/^\d{5}(-\d{4})?$/.test(zip),
    },
  ]
}

/** A country that is wrong by itself says nothing on states; one that is missing does. */
const isKnown = (country: string | undefined) => country === undefined || isCountry(country)
