import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import type { IssueText } from '../../../core/api/issues'
import { countryCodes, isCountry } from '../../../gateway/values/countries'
import { customerCreate, type CustomerCreate } from '../../../gateway/customers/customer'
import { isExponent, oddTexts, spreadsheetReason } from '../../../jobs/server/imports/cells'
import type { PlannedRow } from '../../../jobs/server/imports/kind'
import {
  creationPlan,
  invalidPlan,
  readTexts,
  reasonsOf,
  unreadable,
  type CellTexts,
} from '../../../jobs/server/imports/reasons'
import type { RowErrors } from '../../../jobs/server/kinds'
import type { CustomerTarget } from '../../import'

type RowContext = {
  columns: readonly (CustomerTarget | null)[]
  isKnown: (id: string) => boolean
}

/**
 * Returns a row's plan: to create a customer, to do nothing for an ID that exists (the gateway has no update), or all of
 * the row's errors.
 */
export function planRow(cells: readonly string[], { columns, isKnown }: RowContext): PlannedRow {
  const text = getTranslator('jobReasons')
  const texts = readTexts(cells, columns)
  const read = readCells(texts)
  const problem = unreadable(cells, columns, read)
  if (problem) return invalidPlan(problem)
  const { id, ...values } = read
  if (id !== undefined && isKnown(id))
    return { ...creationPlan({}), state: 'unchanged', subject: id, errors: { id: [text('customer_known')] } }
  const parsed = customerCreate.safeParse(values, { reportInput: true })
  const errors: RowErrors = {
    ...(parsed.success ? {} : reasonsFor(parsed.error.issues, texts, columns)),
    ...oddCells(texts),
    ...(id === undefined ? {} : { id: [text('no_such_customer')] }),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return invalidPlan(errors)
  return creationPlan(parsed.data)
}

type Texts = CellTexts<CustomerTarget>
type Values = Partial<Record<CustomerTarget, string>>

/** Returns the row's filled-in cells as input for the schema. Leaves invalid values for the schema to reject. */
export function readCells(texts: Texts): Values {
  const values: Values = {}
  for (const [target, cell] of Object.entries(texts) as [CustomerTarget, string][]) {
    const word = cell.trim()
    if (word !== '') values[target] = valueOf(target, word)
  }
  return values
}

function valueOf(target: CustomerTarget, word: string): string {
  if (target === 'country') return countryCode(word) ?? word
  return target === 'state' ? word.toUpperCase() : word
}

const reasonsFor = (
  issues: Parameters<typeof reasonsOf>[0],
  texts: Texts,
  columns: RowContext['columns'],
): RowErrors =>
  reasonsOf<CustomerTarget>(issues, {
    columns,
    isNew: true,
    targetOf: ({ path: [field] }) => (field === undefined ? null : (field as CustomerTarget)),
    reasonOf: (target, text) => reasonOf(text, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns_customer', values),
  })

/** Returns the message for an issue of a cell. `cell`: its text in the file; undefined if empty. */
function reasonOf({ key, values }: IssueText, cell: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (cell === undefined) return words('needed_customer')
  const word = cell.trim()
  if (word === '') return words('only_spaces')
  const odd = spreadsheetReason(word)
  if (odd !== null) return odd
  if (key === 'invalid_country') return words('country')
  if (key === 'only_for_us_ca') return words('state_elsewhere')
  if (key === 'invalid_us_zip' && /^\d{3,4}$/.test(word))
    return words('short_zip', { zip: word.padStart(5, '0') })
  return getTranslator('issues')(key, values)
}

/** Columns whose values look like numbers, so that a spreadsheet may have shortened them. */
const numbers: readonly CustomerTarget[] = ['phone', 'external_id', 'zip']

const oddCells = (texts: Texts): RowErrors =>
  oddTexts(
    texts,
    Object.keys(texts) as CustomerTarget[],
    (target, cell) => numbers.includes(target) && isExponent(cell),
  )

export const plannedCustomer = ({ change }: Pick<PlannedRow, 'change'>) => change as CustomerCreate

/** Languages of country names. If a name means several countries, the earlier language wins. */
const languages = `en de fr es it pt nl pl ru uk cs sk da sv nb fi et lv lt hu ro bg hr sl el tr he ar ja ko zh`

/** Common names that `Intl` does not have, folded. They win over those of `Intl`. */
const others: Record<string, string> = {
  US: 'usa unitedstatesofamerica america vereinigtestaatenvonamerika etatsunisdamerique estadosunidosdeamerica eeuu сша',
  GB: 'uk greatbritain britain england scotland wales northernireland grossbritannien',
  NL: 'holland thenetherlands',
  CZ: 'czechrepublic tschechischerepublik',
  AE: 'uae',
  CI: 'ivorycoast',
  HK: 'hongkong',
  KR: 'korea republicofkorea',
  MK: 'macedonia',
  MO: 'macau macao',
  PS: 'palestine',
  RU: 'russianfederation',
  TR: 'turkey',
  VA: 'vatican',
  VN: 'vietnam',
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

let codes: Map<string, string> | null = null

function known(): Map<string, string> {
  if (codes) return codes
  codes = new Map(
    Object.entries(others).flatMap(([code, written]) =>
      written.split(' ').map((name) => [name, code] as const),
    ),
  )
  for (const language of languages.split(' ')) {
    const regions = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of countryCodes) {
      const name = folded(regions.of(code) ?? code)
      if (!codes.has(name)) codes.set(name, code)
    }
  }
  return codes
}

/** Returns the ISO 3166-1 alpha-2 code for a code, or for a country's name in one of `languages`. */
export function countryCode(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  return isCountry(upper) ? upper : known().get(folded(text))
}
