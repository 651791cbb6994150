import type { ReactNode } from 'react'
import { Logo } from '@/components/ui/logo'
import { getTranslator } from '@/lib/core/i18n/server'

/** The frame of the pages that need no session. */
export function AuthCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-5 flex items-center justify-center gap-2 text-[15px] font-semibold">
          <Logo className="text-accent" />
          {getTranslator('common')('appName')}
        </p>
        <section className="rounded-lg border border-border bg-surface p-6 shadow-sm">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          <p className="mt-1 mb-5 text-muted wrap-anywhere">{text}</p>
          {children}
        </section>
      </div>
    </main>
  )
}
