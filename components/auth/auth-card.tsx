'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '@/components/ui/logo'
import { PageTitle } from '@/components/ui/page-title'

interface AuthCardProps {
  title: string
  text: string
  children?: ReactNode
}

/** The frame of the pages that need no session. */
export function AuthCard({ title, text, children }: AuthCardProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-5 flex items-center justify-center gap-2 text-[15px] font-semibold">
          <Logo />
          {useTranslations('common')('appName')}
        </p>
        <section className="rounded-lg border border-border bg-surface p-6 shadow-sm">
          <PageTitle>{title}</PageTitle>
          <p className="mt-1 text-muted wrap-anywhere">{text}</p>
          {children && <div className="mt-5">{children}</div>}
        </section>
      </div>
    </main>
  )
}
