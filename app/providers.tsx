'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ComponentProps, ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { AppIntlProvider } from '@/lib/i18n/provider'
import { getQueryClient } from '@/lib/queries/client'

type ProvidersProps = Pick<ComponentProps<typeof AppIntlProvider>, 'locale' | 'messages' | 'now'> & {
  children: ReactNode
}

export function Providers({ children, ...intl }: ProvidersProps) {
  const router = useRouter()
  return (
    <AppIntlProvider {...intl} timeZone="UTC">
      <RouterProvider navigate={(href) => router.push(href as Route)}>
        <QueryClientProvider client={getQueryClient()}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </QueryClientProvider>
      </RouterProvider>
    </AppIntlProvider>
  )
}
