export const greet = () => 'hello';
