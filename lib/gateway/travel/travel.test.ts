import { describe, expect, it } from 'vitest'
import { receivedReading, lenientReading, sentReading } from '../reading'
import { complaints } from '../testing'
import { travelIn } from './travel'

const leg = {
  airline_code: 'B2',
  stop_over_code: 'X',
  flight_number: 'A3 971',
  departure_date_time: '2027-05-26T05:15:00',
  arrival_date_time: '2027-05-26T07:30:00',
  originating_country: 'AT',
  originating_city: 'Vienna',
  originating_airport_code: 'VIE',
  destination_country: 'Greece',
  destination_city: 'Athens',
  destination_airport_code: 'ATH',
  coupon: '1',
  class: 'C',
}
const airline = {
  agency_code: '03',
  agency_name: 'Coral',
  ticket_number: '39052410253771',
  booking_number: 'DKZVUA',
  restricted_ticked_indicator: '0',
  legs: [leg],
  passengers: [{ first_name: 'Anna', last_name: 'Berg' }],
}
const travel = travelIn(sentReading)

describe('airline ticket data', () => {
  it.each<[string, unknown]>([
    ['everything', { airline }],
    ['nothing', {}],
    ['an airline alone', { airline: {} }],
    ['no legs and no passengers', { airline: { legs: [], passengers: [] } }],
    ['an empty stop-over', { airline: { legs: [{ stop_over_code: '' }] } }],
    [
      'an arrival on a clock that is behind',
      {
        airline: {
          legs: [{ departure_date_time: '2027-05-26T09:00:00', arrival_date_time: '2027-05-26T08:30:00' }],
        },
      },
    ],
    ['29 February of a leap year', { airline: { legs: [{ departure_date_time: '2028-02-29T00:00:00' }] } }],
  ])('may be %s', (_name, value) => expect(complaints(travel, value)).toEqual([]))

  it.each<[Record<string, unknown>, string]>([
    [{ ticket_number: '3905241025377' }, 'ticket_number: invalid_ticket_number'],
    [{ ticket_number: '390524102537711' }, 'ticket_number: invalid_ticket_number'],
    [{ ticket_number: '3905241025377x' }, 'ticket_number: invalid_ticket_number'],
    [{ ticket_number: 39052410253771 }, 'ticket_number: not_a_text'],
    [{ restricted_ticked_indicator: '2' }, 'restricted_ticked_indicator: invalid_choice'],
    [{ restricted_ticked_indicator: 0 }, 'restricted_ticked_indicator: invalid_choice'],
    [{ restricted_ticket_indicator: '0' }, ': unknown'],
    [{ legs: leg }, 'legs: not_a_list'],
    [{ legs: ['VIE'] }, 'legs.0: not_an_object'],
    [{ passengers: {} }, 'passengers: not_a_list'],
    [{ passengers: [{ first_name: 7 }] }, 'passengers.0.first_name: not_a_text'],
    [{ passengers: [{ name: 'Anna' }] }, 'passengers.0: unknown'],
    [{ agency_code: 3 }, 'agency_code: not_a_text'],
  ])('is not %j: %s', (change, expected) => {
    const path = expected === ': unknown' ? 'airline: unknown' : `airline.${expected}`
    expect(complaints(travel, { airline: { ...airline, ...change } })).toEqual([path])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ airline_code: 'B' }, 'airline_code: invalid_airline_code'],
    [{ airline_code: 'B2A' }, 'airline_code: invalid_airline_code'],
    [{ airline_code: 'b2' }, 'airline_code: invalid_airline_code'],
    [{ stop_over_code: '0' }, 'stop_over_code: invalid_choice'],
    [{ stop_over_code: 'x' }, 'stop_over_code: invalid_choice'],
    [{ originating_airport_code: 'VI' }, 'originating_airport_code: invalid_airport_code'],
    [{ destination_airport_code: 'LOWW' }, 'destination_airport_code: invalid_airport_code'],
    [{ class: 'CC' }, 'class: invalid_travel_class'],
    [{ class: '1' }, 'class: invalid_travel_class'],
    [{ departure_date_time: '2027-02-29T05:15:00' }, 'departure_date_time: invalid_local_date_time'],
    [{ departure_date_time: '2027-05-26T25:15:00' }, 'departure_date_time: invalid_local_date_time'],
    [{ departure_date_time: '2027-05-26 05:15:00' }, 'departure_date_time: invalid_local_date_time'],
    [{ arrival_date_time: '2027-05-26T07:30:00Z' }, 'arrival_date_time: invalid_local_date_time'],
    [{ arrival_date_time: '2027-05-26T07:30' }, 'arrival_date_time: invalid_local_date_time'],
    [{ originating_country: 43 }, 'originating_country: not_a_text'],
    [{ terminal: '3' }, 'unknown'],
  ])('has no leg with %j: %s', (change, expected) => {
    const path = expected === 'unknown' ? 'airline.legs.0: unknown' : `airline.legs.0.${expected}`
    expect(complaints(travel, { airline: { legs: [{ ...leg, ...change }] } })).toEqual([path])
  })

  it('has its ticket number in groups only where it is read leniently', () => {
    const grouped = { airline: { ticket_number: '390 5241 025377 1' } }
    expect(complaints(travelIn(receivedReading), grouped)).toEqual([
      'airline.ticket_number: invalid_ticket_number',
    ])
    expect(complaints(travelIn(lenientReading), grouped)).toEqual([])
  })
})
