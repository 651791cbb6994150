import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { PageTitle } from '@/components/ui/page-title'

const tones = {
  neutral: 'bg-sunken text-muted',
  ok: 'bg-accent-weak text-accent',
  bad: 'bg-danger-weak text-danger',
}

interface NoticeProps {
  icon: ReactNode
  title: string
  text: string
  tone?: keyof typeof tones
  children?: ReactNode
}

export function Notice({ icon, title, text, tone = 'neutral', children }: NoticeProps) {
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-col items-center px-6 pt-9 pb-8 text-center">
        <div aria-hidden className={cx('mb-4 grid size-11 place-items-center rounded-full', tones[tone])}>
          {icon}
        </div>
        <PageTitle>{title}</PageTitle>
        <p className="mt-1.5 text-balance text-muted">{text}</p>
      </div>
      {children}
    </Card>
  )
}

export function Banner({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cx(
        'mb-4 rounded-md px-4 py-3 text-md/5',
        tone === 'warn' ? 'bg-warn-weak text-warn' : 'bg-danger-weak text-danger',
      )}
    >
      {children}
    </div>
  )
}
