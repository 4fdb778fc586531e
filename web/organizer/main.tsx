import './organizer.css'
