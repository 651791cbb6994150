'use client'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

export function PayButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      variant="primary"
      isPending={isPending}
      icon={<Lock aria-hidden size={15} className="shrink-0" />}
      className="mt-5 min-h-11 w-full text-base! whitespace-normal!"
    >
      {children}
    </Button>
  )
}
