import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export const themeIcons: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor }

const yearSeconds = 31_536_000

/** Applies the theme at once and stores it in a cookie for the next page. */
export function applyTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
