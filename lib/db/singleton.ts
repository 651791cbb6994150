import 'server-only'

const registry = ((globalThis as { __counterfoil?: Map<string, unknown> }).__counterfoil ??= new Map<
  string,
  unknown
>())

/**
 * Returns access to a value that exists once in the process. The bundler may load a module several times
 * (instrumentation, route handlers, hot reload), so module state is not enough.
 */
export function singleton<T>(name: string): { get(): T; set(value: T): void; peek(): T | undefined } {
  return {
    get() {
      if (!registry.has(name)) throw new Error(`${name} is not ready: the application has not started`)
      return registry.get(name) as T
    },
    set: (value) => void registry.set(name, value),
    peek: () => registry.get(name) as T | undefined,
  }
}
