import 'server-only'
import { sql } from 'drizzle-orm'
import {
  betweenDigits,
  linesOf,
  withoutContacts,
  type MaskedText,
} from '../../../core/server/search/searched-text'
import { customers } from '../tables'

/** A telephone number or an IP address. Corrections and merged customers have them on any line. */
const numberLines = String.raw`(?:^|\n) (?:[+(]*\d(?:\d|${betweenDigits}){5,}|[\da-f]*:[\da-f:.]+)(?=$|\n)`

/** Words from notifications look like numbers too, but are not masked. */
const heard = sql`lower(array_to_string(${customers.heard}, ' '))`

/**
 * The search text of customers for people who see contacts masked: without e-mail address, telephone number and its
 * digits (lines 3 to 5), and IP address (line 9).
 */
export const maskedSearch: MaskedText = {
  all: customers.search,
  open: sql`concat(${linesOf(customers.search, 1, 2)}, E'\n\n\n\n', ${linesOf(customers.search, 6, 8)}, E'\n\n',
    ${withoutContacts(customers.extra, numberLines)}, E'\n ', ${withoutContacts(heard)})`,
}
