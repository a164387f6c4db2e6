import { useHref, useLocation } from 'react-router'
import { prefetch } from './prefetch.ts'
import { Link, type LinkProps } from './ui/Link.tsx'

/**
 * A link inside the product, whose code and data are fetched when the person is about to follow it. Where it was
 * followed from is remembered, for `useLeave`.
 */
export function AppLink(props: Omit<LinkProps, 'onIntent' | 'state'>) {
  const path = useHref(props.to)
  return <Link {...props} state={{ from: useLocation().pathname }} onIntent={() => void prefetch(path)} />
}
