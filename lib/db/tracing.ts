import 'server-only'
import { singleton } from './singleton'

export type Attributes = Record<string, string | number | boolean>
type Note = (attributes: Attributes) => void

/** Writes a span around some work. Attributes hold neither queries nor bodies: they go to another system. */
export type Tracer = <Result>(
  name: string,
  attributes: Attributes,
  work: (note: Note) => Promise<Result>,
) => Promise<Result>

const ignore: Note = () => {}

/** Set at the start where traces are configured (lib/start/tracing.ts). */
export const tracer = singleton<Tracer>('tracer')

export const traced: Tracer = (name, attributes, work) =>
  tracer.peek()?.(name, attributes, work) ?? work(ignore)
