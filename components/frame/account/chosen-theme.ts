import { cookies } from 'next/headers'
import type { Theme } from '@/components/frame/account/theme'

/** Returns the theme from the cookie. Read on the server, so that the first paint is right. */
export async function chosenTheme(): Promise<Theme> {
  const chosen = (await cookies()).get('theme')?.value
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
