import { cookies } from 'next/headers'
import type { Theme } from '@/components/frame/theme-toggle'

/** The theme this browser chose; read on the server, so that the first paint is right. */
export async function chosenTheme(): Promise<Theme> {
  const chosen = (await cookies()).get('theme')?.value
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
