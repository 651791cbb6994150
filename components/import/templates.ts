import type { TaskSubject } from '@/lib/jobs/import-targets'

/** The columns most files need, by the names they are known by, and one row to show how cells are written. */
const rows: Record<TaskSubject, readonly (readonly string[])[]> = {
  products: [
    ['id', 'name', 'description', 'currency', 'price', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'],
    ['', 'Notebook', 'A5, 96 pages', 'EUR', '12.50', '40', 'false', '', 'true', 'true'],
  ],
  checkouts: [
    ['description', 'price', 'currency', 'tracking_id', 'email', 'first_name', 'last_name', 'expired_at'],
    ['Order 1142', '149.90', 'EUR', '1142', 'maria@example.com', 'Maria', 'Keller', ''],
  ],
  customers: [
    ['email', 'ip', 'first_name', 'last_name', 'phone', 'external_id', 'country', 'city', 'zip', 'address'],
    ['maria@example.com', '203.0.113.7', 'Maria', 'Keller', '+49 171 5550100', 'C-1042', 'DE', 'Leipzig', '04109', 'Markt 1'],
  ],
} // prettier-ignore

const line = (cells: readonly string[]) =>
  `${cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`

const address = (of: TaskSubject) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(rows[of].map(line).join(''))}`

/** Files that a spreadsheet opens and an import takes. */
export const templates: Record<TaskSubject, string> = {
  products: address('products'),
  checkouts: address('checkouts'),
  customers: address('customers'),
}
