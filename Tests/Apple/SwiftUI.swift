// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of SwiftUI that the examples use, declared from Apple's public documentation; see UIKit.swift.

@_exported import Foundation
import UIKit

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a declaration has no behaviour") }
}

/// A view without a body.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("a declaration has no behaviour") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct TupleView<Content>: PrimitiveView {}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a declaration has no behaviour") }
}

@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value {
    get { fatalError("a declaration has no behaviour") }
    nonmutating set {}
  }
  public init(wrappedValue: Value) {}
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

public struct Text: PrimitiveView {
  public init(_ content: some StringProtocol) {}
}

public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: PrimitiveView {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct LabeledContent: PrimitiveView {
  public init(_ title: some StringProtocol, value: some StringProtocol) {}
}

extension View {
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public func task(
    id value: some Equatable,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}

@MainActor public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  typealias Context = UIViewControllerRepresentableContext<Self>
  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ controller: UIViewControllerType, context: Context)
}

extension UIViewControllerRepresentable {
  public var body: Never { fatalError("a declaration has no behaviour") }
}

public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}
