/** The ticket with its perforation. Decorative: the text beside it names the product. */
export function Logo() {
  return (
    <svg
      aria-hidden
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinejoin="round"
      className="text-accent"
    >
      <path d="M2.5 5h19v3.6a3.5 3.5 0 0 0 0 6.8V19h-19v-3.6a3.5 3.5 0 0 0 0-6.8Z" />
      <path d="M15 7.6v1.4M15 11.3v1.4M15 15v1.4" strokeLinecap="round" />
    </svg>
  )
}
