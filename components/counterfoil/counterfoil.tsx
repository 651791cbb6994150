import type { ReactNode } from 'react'
import { type FoilLink, LinkRow } from './link-row'

interface CounterfoilProps {
  price: string
  /** The terms of the link: kind of payment and validity. */
  terms: ReactNode
  links: readonly FoilLink[]
  actions?: ReactNode
  /** <QrStub>, rendered by the server or loaded on intent. */
  stub: ReactNode
}

/**
 * A payment link as a ticket, with the QR code as the stub behind a perforation (below it on a phone). Use it only
 * where a link is handed over.
 */
export function Counterfoil({ price, terms, links, actions, stub }: CounterfoilProps) {
  return (
    <div className="relative grid rounded-lg border bg-surface shadow-card md:grid-cols-[minmax(0,1fr)_190px]">
      <div className="min-w-0 px-5 py-4.5 max-md:px-4">
        <div className="mb-4 flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <p className="text-2xl font-[650] tracking-[-0.02em] tabular-nums">{price}</p>
          <p className="text-md text-muted">{terms}</p>
        </div>
        <ul className="flex flex-col gap-3.5">
          {links.map((link) => (
            <LinkRow key={link.url} {...link} />
          ))}
        </ul>
        {actions && <div className="mt-3.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="relative grid place-items-center border-border-strong p-2.5 max-md:py-4 max-md:border-t-2 max-md:border-dashed md:border-s-2 md:border-dashed">
        <Notch className="max-md:-top-px max-md:-start-px max-md:-translate-y-1/2 max-md:rounded-e-full max-md:border-s-0 md:-top-px md:start-0 md:-translate-x-1/2 md:rtl:translate-x-1/2 md:rounded-b-full md:border-t-0" />
        <Notch className="max-md:-top-px max-md:-end-px max-md:-translate-y-1/2 max-md:rounded-s-full max-md:border-e-0 md:-bottom-px md:start-0 md:-translate-x-1/2 md:rtl:translate-x-1/2 md:rounded-t-full md:border-b-0" />
        {stub}
      </div>
    </div>
  )
}

/** A punched hole where the perforation meets the edge: the page shows through. */
function Notch({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute border bg-bg max-md:h-4 max-md:w-[9px] md:h-[9px] md:w-4 ${className}`}
    />
  )
}
