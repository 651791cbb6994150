/** The fields of an airline ticket (docs/gateway.md#travel), as forms hold them. */
import type { FieldKind } from '../field-kind'

const text: FieldKind = { kind: 'text' }
const moment: FieldKind = { kind: 'localMoment' }

export const legFields = {
  airline_code: text,
  flight_number: text,
  class: text,
  coupon: text,
  originating_airport_code: text,
  originating_city: text,
  originating_country: text,
  departure_date_time: moment,
  destination_airport_code: text,
  destination_city: text,
  destination_country: text,
  arrival_date_time: moment,
  stop_over_code: { kind: 'choice', of: ['O', 'X'] },
} as const satisfies Record<string, FieldKind>
export const passengerFields = { first_name: text, last_name: text } as const satisfies Record<
  string,
  FieldKind
>

export const airlineFields = {
  agency_code: text,
  agency_name: text,
  ticket_number: text,
  booking_number: text,
  restricted_ticked_indicator: { kind: 'choice', of: ['0', '1'] },
  legs: { kind: 'rows', fields: legFields },
  passengers: { kind: 'rows', fields: passengerFields },
} as const satisfies Record<string, FieldKind>

type Texts<Name extends string> = Record<Name, string>
export type LegValues = Texts<keyof typeof legFields>
export type PassengerValues = Texts<keyof typeof passengerFields>
/** Empty texts and lists mean not set. */
export type AirlineValues = Texts<Exclude<keyof typeof airlineFields, 'legs' | 'passengers'>> & {
  legs: LegValues[]
  passengers: PassengerValues[]
}
