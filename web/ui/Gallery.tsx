import { lazy, Suspense } from 'react'
import { Forms } from './GalleryForms.tsx'
import { Bar, Frame } from './GalleryFrame.tsx'
import { Pictures } from './GalleryPictures.tsx'
import { Uploads } from './GalleryUploads.tsx'
import { Words } from './GalleryWords.tsx'

const Staff = lazy(() => import('./GalleryStaff.tsx'))

const themes = ['light', 'dark'] as const

/**
 * Every component of the design system in all its states, light beside dark. In development only; the frame is around
 * it.
 */
export default function Gallery() {
  return (
    <div className="grid lg:grid-cols-2">
      {themes.map((theme) => (
        <section key={theme} aria-label={theme} data-theme={theme} className="min-w-0 bg-paper pb-16">
          <div>
            <Bar />
          </div>
          <div className="mx-auto max-w-3xl px-4 sm:px-7">
            <Words theme={theme} />
            <Pictures theme={theme} />
            <Forms />
            <Uploads />
            <Suspense>
              <Staff />
            </Suspense>
            <Frame theme={theme} />
          </div>
        </section>
      ))}
    </div>
  )
}
