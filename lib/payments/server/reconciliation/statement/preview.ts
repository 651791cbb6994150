import 'server-only'
import type { z } from 'zod'
import type { ActorContext } from '../../../../core/server/context'
import { zoneOf } from '../../../../core/server/shop/load'
import { type CsvRecord, readCsv } from '../../../../jobs/server/imports/csv-read'
import { fileProblem } from '../../../../jobs/server/imports/reasons'
import { uploadBody } from '../../../../jobs/server/imports/upload-body'
import { statementPreview, type statementPreviewQuery } from '../../../reconciliation'
import { typesIn } from '../../../statement-guess'
import { rememberedMapping, setFormat, usualFormat, type Asked } from './file'
import { guessMapping } from './guess'

/** Bytes of a file's beginning, for a preview. */
const maxPreview = 512 * 1024
const sampleRows = 50

/**
 * Shows the beginning of a file, and how it would be read: as a file with this header was read before, or a guess.
 * Stores nothing.
 * @throws AppError `too_large`, `invalid` at `file`
 */
export async function previewStatement(
  context: ActorContext,
  { query, request }: Asked<z.output<typeof statementPreviewQuery>>,
): Promise<Response> {
  const pieces: Uint8Array[] = []
  for await (const piece of uploadBody(request, maxPreview)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const format = { ...usualFormat }
  const records: CsvRecord[] = []
  const beginning = query.whole === 'true' ? bytes : wholeLines(bytes)
  for await (const record of readCsv(once(beginning), setFormat(format), { most: sampleRows + 1 }))
    records.push(record)
  const [header, ...rows] = records.map(({ cells }) => cells)
  if (!header || rows.length === 0) throw fileProblem('no_rows')
  const guess = guessMapping(header, rows, zoneOf(context.shop, query.zone))
  const known = await rememberedMapping(context, header)
  const answer = {
    ...format,
    header,
    sample: rows.map((cells) => cells.map((cell) => cell.slice(0, 200))),
    // The file may have words that were not met before.
    mapping: known ? { ...known, types: typesIn({ header, sample: rows }, known) } : guess.mapping,
    remembered: known !== null,
    undecided: known ? [] : guess.undecided,
  }
  return Response.json(statementPreview.parse(answer), { headers: { 'Cache-Control': 'no-store' } })
}

/** Ends after the last whole line. In UTF-16 a line end has two bytes. */
function wholeLines(bytes: Buffer): Buffer {
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return end === 0 ? bytes : bytes.subarray(0, isWide ? end + (end % 2) : end)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
