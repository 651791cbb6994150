/** Rules for `state` and `zip`, which depend on `country` and are the same in every address of the interface. */
import { isCountry } from './countries'
import type { Condition } from '../conditions'
import type { Reading } from '../reading'
import { text } from './schemas'

type Address = { country?: string; state?: string; zip?: string }

export const stateAndZip = {
  /** Two letters. Only allowed if the country is US or CA. */
  state: text().optional(),
  /** NNNNN or NNNNN-NNNN if the country is US, else any text. */
  zip: text().optional(),
}

/**
 * Interface: “Customer”, `billing_address`, `customer` (checkout). An address without a country takes no state. The
 * country is checked before the format, because a state that must not be sent cannot be fixed by its format.
 */
export const addressConditions = ({ countriesWithState }: Reading): Condition<Address>[] => {
  const takesState = (country = '') => countriesWithState.includes(country)
  return [
    {
      path: ['state'],
      reads: [['state'], ['country']],
      message: 'only_for_us_ca',
      isBroken: ({ country, state }) => state !== undefined && !takesState(country),
    },
    {
      path: ['state'],
      reads: [['state']],
      message: 'invalid_state',
      isBroken: ({ country, state }) =>
        state !== undefined && !/^[A-Za-z]{2}$/.test(state) && (takesState(country) || !isKnown(country)),
    },
    {
      path: ['zip'],
      reads: [['zip']],
      message: 'invalid_us_zip',
      isBroken: ({ country, zip }) => country === 'US' && zip !== undefined && !/^\d{5}(-\d{4})?$/.test(zip),
    },
  ]
}

/** Whether the country is missing or a valid code. An invalid country does not show whether a state is allowed. */
const isKnown = (country: string | undefined) => country === undefined || isCountry(country)
