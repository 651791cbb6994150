'use client'
import nextDynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

type Loader<Props> = () => Promise<ComponentType<Props> | { default: ComponentType<Props> }>
interface DynamicOptions {
  /** Shown until the part is loaded. Default: nothing. */
  loading?: () => ReactNode
}

/**
 * A part of a page that is loaded when it is needed. The server does not draw it: React may take away what the server
 * drew while it waits for the part's script, and with it what was typed or pressed there. If the script cannot be
 * loaded, because there is no connection or a new release took it away, the page and what was typed stay: a notice says
 * so, and loading continues.
 */
export function dynamic<Props extends object>(
  load: Loader<Props>,
  { loading = () => null }: DynamicOptions = {},
): ComponentType<Props> {
  return nextDynamic<Props>(() => keepLoading(load), {
    ssr: false,
    loading: () => <Waiting>{loading()}</Waiting>,
  })
}

/**
 * For what a press opens, such as a menu: `near` loads its code when the pointer or the focus comes near, `open` waits
 * for it. If it cannot be loaded, `notice` says so, and it opens once it can.
 */
export function useLateOpening<Part>(load: () => Promise<Part>, onLoaded: (part: Part) => void) {
  const [isWaiting, setIsWaiting] = useState(false)
  async function open() {
    if (isWaiting) return
    setIsWaiting(true)
    try {
      onLoaded(await keepLoading(load))
    } finally {
      setIsWaiting(false)
    }
  }
  return {
    // The press says what is wrong.
    near: () => void load().catch(() => {}),
    open: () => void open(),
    notice: isWaiting && <Waiting>{null}</Waiting>,
  }
}

const againAfterMs = 3000
const listeners = new Set<() => void>()
let failing = 0

function count(change: 1 | -1) {
  failing += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads a part, and tries again until it can be loaded. @throws what the part itself throws. */
export async function keepLoading<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!isNotLoaded(error)) throw error
  }
  count(1)
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
      try {
        return await load()
      } catch (error) {
        if (!isNotLoaded(error)) throw error
      }
    }
  } finally {
    count(-1)
  }
}

const isNotLoaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError'

function Waiting({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  const isFailing = useSyncExternalStore(
    subscribe,
    () => failing > 0,
    () => false,
  )
  if (!isFailing) return children
  return (
    <>
      {children}
      <p
        role="alert"
        className="fixed inset-x-4 bottom-4 z-60 mx-auto w-fit max-w-lg rounded-md border border-danger bg-danger-weak px-4 py-3 text-md text-danger"
      >
        {t('notLoaded')}
      </p>
    </>
  )
}
