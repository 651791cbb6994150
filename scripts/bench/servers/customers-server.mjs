/** A gateway of customers for the customers bench. */
import { mix, pick, serveList } from './list-server.mjs'

const firstNames =
  'Maria Jonas Amélie Piotr Grace Liam Aoife Kenji Hanna Ines Lukas Sofia Emil Clara Noah Mila Oskar Zofia Hugo Elif Mateo Freya Jan Eva Nikos Irina Tomás Lea Farid Anouk'.split(
    ' ',
  )
const beginnings =
  'Kel Web Zie Lau Vir Okaf Trem Byr Cos Ler Hof Stein Berg Lind Ack Mor Sil Fer Nov Pet Kow Nil Han Roth Brand'.split(
    ' ',
  )
const middles = 'ler er lin ent ta or bla ne ma is tel man mer ik ov as en sson ros burg'.split(' ')
const ends = ['', '', '', 'ski', 'sen', 'a', 'berg', 'son', 'ez', 'ner']
const cities =
  'Leipzig Graz Lyon Kraków Albany Montréal Cork Kyoto Turku Porto Basel Gent Brno Malmö Aarhus Utrecht Bologna Sevilla Patras Riga'.split(
    ' ',
  )
const countries = 'DE AT FR PL US CA IE JP FI PT CH BE CZ SE DK NL IT ES GR LV'.split(' ')
const domains = ['mail.example', 'post.example', 'reader.example', 'inbox.example']

/** @param {string} name */
const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** @param {number} index */
function customer(index) {
  const mixed = mix(index)
  const other = mix(index ^ 0x5bd1e995)
  const first = pick(firstNames, mixed >>> 3)
  const last = `${pick(beginnings, other >>> 4)}${pick(middles, mixed >>> 11)}${pick(ends, other >>> 13)}`
  const place = (other >>> 7) % cities.length
  const national = String(100_000_000 + (other % 900_000_000))
  return {
    id: `cst_${mixed.toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`,
    first_name: first,
    last_name: last,
    address: `${pick(beginnings, mixed >>> 5)}weg ${1 + (mixed % 90)}`,
    city: pick(cities, place),
    country: pick(countries, place),
    zip: String(10_000 + (mixed % 90_000)),
    phone: `+49 ${national.slice(0, 3)} ${national.slice(3)}`,
    email: `${plain(first)}.${plain(last)}.${index.toString(36)}@${pick(domains, mixed >>> 9)}`,
    ip: `${1 + (mixed % 220)}.${(mixed >>> 8) % 256}.${(other >>> 3) % 256}.${other % 256}`,
    external_id: `shop-${String(index * 7).padStart(8, '0')}`,
  }
}

serveList(customer)
