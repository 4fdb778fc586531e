// Prints the screen.
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'

export const PrintButton = () => <Button look="primary" text={texts.print} onClick={() => print()} />
