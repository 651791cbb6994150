/** Airline ticket data, with the same shape in a tokenization and in a checkout (docs/gateway.md#travel). */
import { objectIn, type Reading } from '../reading'
import { formatted, listOf, localDateTime, oneOf, text } from '../values/schemas'

const matching = (pattern: RegExp, key: string) => formatted((given) => pattern.test(given), key).optional()

/** IATA airline code; it may contain digits, as in B2. */
const airlineCode = matching(/^[A-Z0-9]{2}$/, 'invalid_airline_code')
const airportCode = matching(/^[A-Z]{3}$/, 'invalid_airport_code')

/**
 * - `stop_over_code`: `O` or empty if the traveller stays in the originating city for more than 24 hours, `X` if the
 *   originating airport is a transit airport.
 * - `departure_date_time`, `arrival_date_time`: YYYY-MM-DDThh:mm:ss in each airport's local time, so their order cannot
 *   be checked.
 * - `originating_country`, `destination_country`: any text; the interface requires no code, and the provider's own
 *   example has one code and one name.
 * - `coupon`: coupon number, if one is applied. `class`: one letter, IATA's.
 */
const legFields = {
  airline_code: airlineCode,
  stop_over_code: oneOf(['O', '', 'X']).optional(),
  flight_number: text().optional(),
  departure_date_time: localDateTime.optional(),
  arrival_date_time: localDateTime.optional(),
  originating_country: text().optional(),
  originating_city: text().optional(),
  originating_airport_code: airportCode,
  destination_country: text().optional(),
  destination_city: text().optional(),
  destination_airport_code: airportCode,
  coupon: text().optional(),
  class: matching(/^[A-Z]$/, 'invalid_travel_class'),
}

/**
 * `travel`, read as `reading` says.
 * - `ticket_number`: 14 digits: ticketing code (3), form number (4), serial number (6), check digit.
 * - `restricted_ticked_indicator` (the interface's spelling): `0` if the ticket can be returned, else `1`.
 */
export const travelIn = (reading: Reading) =>
  objectIn(reading, {
    airline: objectIn(reading, {
      agency_code: text().optional(),
      agency_name: text().optional(),
      ticket_number: matching(reading.ticketNumber, 'invalid_ticket_number'),
      booking_number: text().optional(),
      restricted_ticked_indicator: oneOf(['0', '1']).optional(),
      legs: listOf(objectIn(reading, legFields)).optional(),
      passengers: listOf(
        objectIn(reading, { first_name: text().optional(), last_name: text().optional() }),
      ).optional(),
    }).optional(),
  })
