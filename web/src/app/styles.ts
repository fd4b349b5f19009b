import '@fontsource-variable/inter/wght.css';
import '../kit/theme/tokens.css';
import './page.css';
