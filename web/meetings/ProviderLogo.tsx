/** The meeting provider's sign: a camera on a round ground. The provider's name stands beside it. */
export function ProviderLogo({ size = 48 }: { size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className="block shrink-0">
      <circle cx="24" cy="24" r="24" className="fill-raised" />
      <circle cx="24" cy="24" r="21.5" className="fill-note" />
      <path
        className="fill-raised"
        d="M12 19a3 3 0 0 1 3-3h11a5 5 0 0 1 5 5v8a3 3 0 0 1-3 3H17a5 5 0 0 1-5-5ZM33 21.500l4.400-3.100A1 1 0 0 1 39 19.200v9.600a1 1 0 0 1-1.600.800L33 26.500Z"
      />
    </svg>
  )
}
