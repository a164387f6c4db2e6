import { useHref } from 'react-router'
import { prefetch } from './prefetch.ts'
import { Link, type LinkProps } from './ui/Link.tsx'

/** A link inside the product, whose code and data are fetched when the person is about to follow it. */
export function AppLink(props: Omit<LinkProps, 'onIntent'>) {
  const path = useHref(props.to)
  return <Link {...props} onIntent={() => void prefetch(path)} />
}
