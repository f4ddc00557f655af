package main

func main() {
	println("one")
}

func other() {
	println("two")
}
