import '@fontsource-variable/inter/wght.css';
import '../kit/theme/tokens.css';
import '../kit/theme/motion.css';
import './page.css';

// Paper can wait until the page is there.
addEventListener('load', () => void import('../kit/theme/print.css'));
