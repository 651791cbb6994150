import 'server-only'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; text: AsyncIterable<string> }

/** Makes a ZIP file as it is read: each text is asked for only once the one before is in the file. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let current: Readable | undefined
  for (const { name, text } of entries)
    zip.addReadStreamLazy(name, (give) => {
      current = Readable.from(text)
      give(null, current)
    })
  zip.end()
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    current?.destroy() // It may be cut.
  }
}
