import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { sandboxSettings } from '@/lib/sandbox/shops/settings'

/** Layout of the payer pages. Each page adds the frame in its own language (`payer/shell.tsx`). */
export default async function SandboxLayout({ children }: { children: ReactNode }) {
  await connection()
  if (!sandboxSettings.peek()) notFound()
  return children
}
